// Puts the pieces on a board and walks over it file by file, once for each line.
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

    static String listing(String position) {
        String[] fields = position.split(" ");
        char[][] board = new char[7][7]; // board[file][rank], both from 0
        String[] ranks = fields[0].split("/");
        for (int i = 0; i < 7; i++) {
            int file = 0;
            for (char c : ranks[i].toCharArray()) {
                if (Character.isDigit(c)) {
                    file += c - '0';
                } else {
                    board[file++][6 - i] = c;
                }
            }
        }

        StringBuilder text = new StringBuilder();
        for (int line = 0; line < 16; line++) {
            text.append(line % 2 == 0 ? "white " : "black ").append(KINDS[line / 2]).append(':');
            for (int file = 0; file < 7; file++) {
                for (int rank = 0; rank < 7; rank++) {
                    if (board[file][rank] == PIECES.charAt(line)) {
                        text.append(' ').append((char) ('a' + file)).append(rank + 1);
                    }
                }
            }
            text.append('\n'); // println would write CR LF on Windows
        }
        String side = fields[1].equalsIgnoreCase("w") ? "white" : "black";
        return text.append("side to play: ").append(side).append('\n').toString();
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        PrintStream out = new PrintStream(System.out, false);
        int n = Integer.parseInt(in.readLine());
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < n; i++) {
            text.append(i > 0 ? "\n" : "").append(listing(in.readLine()));
            if (text.length() > 1 << 16) {
                out.print(text);
                text.setLength(0);
            }
        }
        out.print(text);
        out.flush();
    }
}
