// Keeps 40 MiB alive, makes 3 GB of garbage, and recurses: the collector must begin before the memory limit.
public class garbage {
    static int deep(int levels) {
        return levels == 0 ? 0 : 1 + deep(levels - 1);
    }

    public static void main(String[] words) throws java.io.IOException {
        long[][] kept = new long[5000][];
        for (int i = 0; i < 375000; i++) kept[i % 5000] = new long[1 << 10];
        deep(600000);
        System.out.write(System.in.readAllBytes());
        System.out.flush();
    }
}
