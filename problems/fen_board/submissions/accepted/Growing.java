import java.util.Scanner;

/** Adds every sign to one String, which Java copies each time. */
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
            for (char sign : record.split(" ")[0].toCharArray()) {
                if (sign == '/') {
                    answer += "\n";
                } else if (Character.isDigit(sign)) {
                    for (int i = 0; i < sign - '0'; i++) {
                        answer += ".";
                    }
                } else {
                    answer += sign;
                }
            }
            answer += "\n";
        }
        System.out.print(answer);
    }
}
