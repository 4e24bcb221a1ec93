/** TLS connections whose handshakes are computed in turn. */
@NullMarked
package dev.parley.transport.tls;

import org.jspecify.annotations.NullMarked;
