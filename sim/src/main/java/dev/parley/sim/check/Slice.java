package dev.parley.sim.check;

import dev.parley.kernel.Request;
import dev.parley.kernel.people.household.HouseFold;
import java.util.List;

/**
 * A part of the household's behaviour that is explored by itself.
 *
 * @param setup the requests that lead to its first house
 * @param alphabet what may be asked in every house
 * @param outsiders requests to machines that take no part, which must change nothing here and whose doing nobody here reads
 * @param twins people whose names may be exchanged without changing anything but names
 * @param reductions why this part speaks for the whole
 */
public record Slice(
        String name,
        HouseFold fold,
        List<Request> setup,
        List<Request> alphabet,
        List<Request> outsiders,
        List<String> twins,
        List<Property> properties,
        List<String> reductions) {}
