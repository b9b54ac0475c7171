// Node's readline, where crlfDelay makes CR LF one line end even if the two come in two chunks.
const lines = require("readline").createInterface({ input: process.stdin, crlfDelay: Infinity });

const RANKS = ["RNBQKBNR", "PPPPPPPP", "........", "........", "........", "........", "pppppppp", "rnbqkbnr"];

function isCorrect(board, file, rank, toFile, toRank) {
    const white = board[rank][file] === "P", target = board[toRank][toFile];
    const ahead = white ? 1 : -1;
    if (file === toFile && toRank === rank + ahead) return target === ".";
    if (file === toFile && toRank === rank + 2 * ahead)
        return rank === (white ? 1 : 6) && board[rank + ahead][file] === "." && target === ".";
    if (Math.abs(toFile - file) !== 1 || toRank !== rank + ahead) return false;
    return (white ? "pnbrqk" : "PNBRQK").includes(target);
}

function firstIncorrect(game) {
    const board = RANKS.map((rank) => [...rank]);
    const moves = game === "" ? [] : game.split(" ");
    for (let i = 0; i < moves.length; i++) {
        const [file, rank, toFile, toRank] = [...moves[i]].map((sign) => "abcdefgh12345678".indexOf(sign) % 8);
        const piece = board[rank][file];
        if ("Pp".includes(piece) && !isCorrect(board, file, rank, toFile, toRank)) return i + 1;
        board[rank][file] = ".";
        board[toRank][toFile] = piece;
    }
    return 0;
}

let count = null;
const answers = [];
lines.on("line", (line) => {
    if (count === null) count = Number(line);
    else if (answers.length < count) answers.push(firstIncorrect(line));
});
lines.on("close", () => console.log(answers.join(" ")));
