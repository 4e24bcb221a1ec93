package dev.parley.kernel.event;

import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Visibility;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How the events of one record are persisted. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Kind {
    /** The persisted name, for example {@code turn.started}. It never changes. */
    String value();

    /** What happened, in one sentence. */
    String means();

    Lane lane() default Lane.DATA;

    /** Who may see it, unless it carries a fact about a person: such an event is never public. */
    Visibility visibility() default Visibility.PUBLIC;

    WriteClass write() default WriteClass.SPEECH;

    /** The constant field {@code signal} of control and turn events; empty for none. */
    String signal() default "";

    /** Whether such an event shows that the turn makes progress. What a watch over the turn reports does not. */
    boolean progress() default true;

    /** Whether it carries a person's own words, which that person may see whoever is present. */
    boolean ownWords() default false;
}
