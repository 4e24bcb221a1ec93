package dev.parley.speech.moonshine;

import java.util.ArrayList;
import java.util.List;

/**
 * A sentence as far as it is written.
 *
 * @param pieces in order, without its end
 * @param logChance of all of them together
 * @param favour the same less what surprises cost
 * @param place in the word that stands last, if it is expected
 */
record Line(List<Integer> pieces, double logChance, double favour, Expected.Place place, boolean ended) {
    static Line empty() {
        return new Line(List.of(), 0, 0, Expected.Place.NONE, false);
    }

    Line with(int piece, double logChance, double favour, Expected.Place place) {
        List<Integer> longer = new ArrayList<>(pieces);
        longer.add(piece);
        return new Line(longer, this.logChance + logChance, this.favour + favour, place, false);
    }

    Line end(double logChance, double favour) {
        return new Line(pieces, this.logChance + logChance, this.favour + favour, place, true);
    }

    /** The geometric mean of the chances of its pieces. */
    double chance() {
        return Math.exp(logChance / (pieces.size() + 1));
    }

    /** Of two lines the one with more is the better one. */
    double rank() {
        return favour / Math.max(1, pieces.size() + (ended ? 1 : 0));
    }
}
