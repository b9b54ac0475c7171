import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.StringTokenizer;

/** BufferedReader.readLine, which takes LF and CR LF, and a StringTokenizer for the moves. */
public class Board {
    private static final String[] START = {
        "RNBQKBNR", "PPPPPPPP", "........", "........", "........", "........", "pppppppp", "rnbqkbnr"
    };

    private final char[][] rows = new char[8][];

    private Board() {
        for (int i = 0; i < 8; i++) {
            rows[i] = START[i].toCharArray();
        }
    }

    private boolean pawnMay(int file, int row, int toFile, int toRow) {
        boolean white = rows[row][file] == 'P';
        int ahead = white ? 1 : -1;
        char target = rows[toRow][toFile];
        if (toFile == file && toRow == row + ahead) {
            return target == '.';
        }
        if (toFile == file && toRow == row + 2 * ahead) {
            return row == (white ? 1 : 6) && rows[row + ahead][file] == '.' && target == '.';
        }
        if (Math.abs(toFile - file) == 1 && toRow == row + ahead) {
            return white ? Character.isLowerCase(target) : Character.isUpperCase(target);
        }
        return false;
    }

    private static int firstIncorrect(String game) {
        Board board = new Board();
        StringTokenizer moves = new StringTokenizer(game);
        for (int number = 1; moves.hasMoreTokens(); number++) {
            String move = moves.nextToken();
            int file = move.charAt(0) - 'a', row = move.charAt(1) - '1';
            int toFile = move.charAt(2) - 'a', toRow = move.charAt(3) - '1';
            char piece = board.rows[row][file];
            if (Character.toLowerCase(piece) == 'p' && !board.pawnMay(file, row, toFile, toRow)) {
                return number;
            }
            board.rows[row][file] = '.';
            board.rows[toRow][toFile] = piece;
        }
        return 0;
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int games = Integer.parseInt(in.readLine().trim());
        StringBuilder answers = new StringBuilder();
        for (int i = 0; i < games; i++) {
            answers.append(i == 0 ? "" : " ").append(firstIncorrect(in.readLine()));
        }
        System.out.print(answers.append('\n'));
    }
}
