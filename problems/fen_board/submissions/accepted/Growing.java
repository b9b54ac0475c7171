import java.util.Scanner;

/** Adds every rank to one String, which Java copies each time. */
public class Growing {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        String answer = "";
        while (in.hasNextLine()) {
            String record = in.nextLine();
            if (record.isEmpty()) {
                continue;
            }
            if (!answer.isEmpty()) {
                answer += "\n";
            }
            for (String rank : record.split(" ")[0].split("/")) {
                String row = "";
                for (char sign : rank.toCharArray()) {
                    if (Character.isDigit(sign)) {
                        for (int i = 0; i < sign - '0'; i++) {
                            row += ".";
                        }
                    } else {
                        row += sign;
                    }
                }
                answer += row + "\n";
            }
        }
        System.out.print(answer);
    }
}
