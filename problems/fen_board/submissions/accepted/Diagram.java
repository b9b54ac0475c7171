import java.util.Scanner;

/** Scanner.nextLine, which takes LF and CR LF; digits become as many full stops. */
public class Diagram {
    static String board(String record) {
        StringBuilder squares = new StringBuilder();
        for (char c : record.substring(0, record.indexOf(' ')).toCharArray()) {
            if (Character.isDigit(c)) {
                squares.append(".".repeat(c - '0'));
            } else {
                squares.append(c == '/' ? '\n' : c);
            }
        }
        return squares.append('\n').toString(); // println would write CR LF on Windows
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        StringBuilder answer = new StringBuilder();
        while (in.hasNextLine()) {
            String record = in.nextLine();
            if (record.isEmpty()) { // empty lines may follow the last record
                continue;
            }
            if (answer.length() > 0) {
                answer.append('\n');
            }
            answer.append(board(record));
        }
        System.out.print(answer);
    }
}
