package dev.parley.kernel.event;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The field says something about a person. The value is the name of the field of the same event that holds that person's id,
 * {@link Personal#ASKER} or {@link Personal#EVERYBODY}. A field whose persisted name begins with {@code pii_} is about the
 * asker unless this says otherwise. Ids of people are references and are not personal.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface About {
    String value();
}
