/// Seeds that found something.
public enum FixedSeeds {
    public static let all: [UInt64] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
}
