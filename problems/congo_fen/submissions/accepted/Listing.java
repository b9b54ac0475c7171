// Puts the pieces on a board and walks over it file by file, once for each line of the answer.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

public class Listing {
    static final String PIECES = "PpSsGgMmEeLlCcZz"; // in the order of the lines
    static final String[] KINDS = {
        "pawn", "superpawn", "giraffe", "monkey", "elephant", "lion", "crocodile", "zebra"
    };
    static final int CHUNK = 1 << 16;

    static void list(String position, StringBuilder text) {
        char[][] board = new char[7][7]; // board[file][rank], both from 0
        int end = position.indexOf(' ');
        int file = 0;
        int rank = 6;
        for (int i = 0; i < end; i++) {
            char c = position.charAt(i);
            if (c == '/') {
                file = 0;
                rank--;
            } else if (Character.isDigit(c)) {
                file += c - '0';
            } else {
                board[file++][rank] = c;
            }
        }

        for (int line = 0; line < 16; line++) {
            text.append(line % 2 == 0 ? "white " : "black ").append(KINDS[line / 2]).append(':');
            for (file = 0; file < 7; file++) {
                for (rank = 0; rank < 7; rank++) {
                    if (board[file][rank] == PIECES.charAt(line)) {
                        text.append(' ').append((char) ('a' + file)).append(rank + 1);
                    }
                }
            }
            text.append('\n'); // println would write CR LF on Windows
        }
        boolean white = Character.toLowerCase(position.charAt(end + 1)) == 'w';
        text.append("side to play: ").append(white ? "white" : "black").append('\n');
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        PrintStream out = new PrintStream(System.out, false);
        int n = Integer.parseInt(in.readLine());
        StringBuilder text = new StringBuilder(2 * CHUNK);
        for (int i = 0; i < n; i++) {
            if (i > 0) {
                text.append('\n');
            }
            list(in.readLine(), text);
            if (text.length() > CHUNK) {
                out.print(text);
                text.setLength(0);
            }
        }
        out.print(text);
        out.flush();
    }
}
