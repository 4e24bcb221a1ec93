package dev.parley.speech.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A network in a file. Many may ask it at once. */
public final class Network {
    private final Path file;
    private final boolean often;
    private final ReentrantLock loading = new ReentrantLock();
    private volatile @Nullable OrtSession session;

    /** @param file checked, and not opened before it is needed */
    public Network(Path file) {
        this(file, false);
    }

    private Network(Path file, boolean often) {
        this.file = file;
        this.often = often;
    }

    /**
     * A network that is asked many times in a row. It keeps the memory that it works in, which makes it nearly three times as fast
     * then; others give it back, because they would keep the most that any utterance ever needed.
     */
    public static Network askedOften(Path file) {
        return new Network(file, true);
    }

    /** Asks it. Who asks closes the answer. */
    public OrtSession.Result run(Map<String, OnnxTensor> inputs) throws OrtException {
        return open().run(inputs);
    }

    /** Reads the file, if that was not done before. */
    public OrtSession open() throws OrtException {
        OrtSession opened = session;
        if (opened != null) {
            return opened;
        }
        loading.lock();
        try {
            opened = session;
            if (opened == null) {
                try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
                    options.setIntraOpNumThreads(1);
                    options.setInterOpNumThreads(1);
                    options.setCPUArenaAllocator(often);
                    options.setMemoryPatternOptimization(false);
                    opened = OrtEnvironment.getEnvironment().createSession(file.toString(), options);
                }
                session = opened;
            }
            return opened;
        } finally {
            loading.unlock();
        }
    }

    public static OnnxTensor tensor(float[] values, long... shape) throws OrtException {
        return OnnxTensor.createTensor(OrtEnvironment.getEnvironment(), FloatBuffer.wrap(values), shape);
    }

    public static OnnxTensor tensor(long[] values, long... shape) throws OrtException {
        return OnnxTensor.createTensor(OrtEnvironment.getEnvironment(), LongBuffer.wrap(values), shape);
    }

    public static OnnxTensor tensor(boolean value) throws OrtException {
        return OnnxTensor.createTensor(OrtEnvironment.getEnvironment(), new boolean[] {value});
    }

    /** The n-th answer as numbers. */
    public static float[] floats(OrtSession.Result result, int index) {
        FloatBuffer buffer = ((OnnxTensor) result.get(index)).getFloatBuffer();
        float[] values = new float[buffer.remaining()];
        buffer.get(values);
        return values;
    }
}
