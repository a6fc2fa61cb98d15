// The limits of the protocol that the web client checks itself. A test compares each with the constant of the same name
// in the node's source.

/** Bytes of UTF-8 in the text of a message, at most. */
export const textBytes = 16 * 1024;
/** Unicode scalars in the name of a person or a room, at most. */
export const shortFieldScalars = 64;
/** Bytes of UTF-8 in the name of a person or a room, at most. */
export const shortFieldBytes = 256;
/** Milliseconds by which the display stamp of a message may be later than the arrival of the message, at most. */
export const tolerance = 5 * 60 * 1000;
