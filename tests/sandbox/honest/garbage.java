// Keeps 80 MiB alive and makes 3 GB of garbage: the collector must begin before the memory limit.
public class garbage {
    public static void main(String[] words) throws java.io.IOException {
        long[][] kept = new long[80][];
        for (int i = 0; i < 3000; i++) kept[i % 80] = new long[1 << 17];
        System.out.write(System.in.readAllBytes());
        System.out.flush();
    }
}
