"""Games played at random: pawns move by the rules, pieces anywhere, and in some games some pawns do not."""

from problems.fen_board.generator import fewer

SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]
TRIES = 1000  # to find a move, before a game ends
PLIES = 80  # half-moves of a long game
FEW = 20  # games, which are short
BAD_SHARE = 0.25  # of the long games; of the short ones it is half
ENDLESS_SHARE = 0.05
# Where pawns go wrong: nowhere, sideways, back, too far, around the edge of the board.
STEPS = [0, 1, -1, 7, 8, 9, 16, 24, -7, -8, -9, -16, 15, 17, 10, 6]


def start():
    """Return the initial position: white P and N for pawns and pieces, black p and n, a1 first."""
    return list("N" * 8 + "P" * 8 + "." * 32 + "p" * 8 + "n" * 8)


def pawn_targets(board, source):
    """Return the squares that the pawn on a square may move to."""
    white = board[source] == "P"
    ahead, enemies = (8, "pn") if white else (-8, "PN")
    one = source + ahead
    if not 0 <= one < 64:
        return []
    targets = []
    if board[one] == ".":
        targets.append(one)
        if source >> 3 == (1 if white else 6) and board[one + ahead] == ".":
            targets.append(one + ahead)
    for side in (-1, 1):
        if 0 <= (source & 7) + side < 8 and board[one + side] in enemies:
            targets.append(one + side)
    return targets


def good_move(random, board, own):
    """Return a move, source and target, of a side ("PN" or "pn") that is no incorrect pawn move.

    Pieces take pawns now and then; None if the side has hardly a move left.
    """
    for _ in range(TRIES):
        source, target = random.randrange(64), random.randrange(64)
        piece = board[source]
        if piece == own[1] and (board[target] == "." or (board[target] in "Pp" and random.random() < 0.2)):
            return source, target
        if piece == own[0]:
            targets = pawn_targets(board, source)
            if targets:
                return source, random.choice(targets)
    return None


def bad_move(random, board, own):
    """Return an incorrect move of a pawn, or a correct one of a piece if no pawn is left."""
    pawns = [square for square in range(64) if board[square] == own[0]]
    if not pawns:
        return good_move(random, board, own)
    while True:
        source = random.choice(pawns)
        step = random.choice(STEPS)
        target = source + (step if own == "PN" else -step)
        if 0 <= target < 64 and target not in pawn_targets(board, source):
            return source, target


def game(random, plies, bad):
    """Return a game of so many half-moves; those whose numbers, from 0, are in `bad` are incorrect."""
    board = start()
    moves = []
    for ply in range(plies):
        move = (bad_move if ply in bad else good_move)(random, board, "pn" if ply % 2 else "PN")
        if move is None:
            break
        source, target = move
        board[target] = board[source]
        if source != target:
            board[source] = "."
        moves.append(SQUARES[source] + SQUARES[target])
    return " ".join(moves)


def generate(random, size):
    """Return the number of games and as many games, `size`: of 80 half-moves, or short ones if they are few.

    Now and then, many games are replaced by a single one that is as long as all of them.
    """
    if size <= FEW:
        plan = [(random.randrange(1, 40), 0.5) for _ in range(size)]
    elif random.random() < ENDLESS_SHARE:
        plan = [(PLIES * size, 1)]
    else:
        plan = [(PLIES, BAD_SHARE)] * size
    games = []
    for plies, share in plan:
        is_bad = random.random() < share
        bad = [random.randrange(plies) for _ in range(random.randrange(1, 4))] if is_bad else []
        games.append(game(random, plies, bad) + "\n")
    return "%d\n" % len(games) + "".join(games)


def is_played_from_pieces(moves):
    """Tell whether every move starts from a piece or a pawn."""
    board = dict.fromkeys(SQUARES[:16] + SQUARES[48:])
    for move in moves:
        if move[:2] not in board:
            return False
        del board[move[:2]]
        board[move[2:]] = None
    return True


def shrink(text):
    """Yield smaller inputs, largest cut first: half of the games, one less, a game cut short, a move less."""
    for games in simpler_lists([line.split() for line in text.splitlines()[1:]]):
        yield "%d\n" % len(games) + "".join([" ".join(moves) + "\n" for moves in games])


def simpler_lists(games):
    """Yield simpler lists of games (lists of moves), the boldest first."""
    yield from fewer(games)
    for i, moves in enumerate(games):
        for shorter in shorter_games(moves):
            if shorter and is_played_from_pieces(shorter):
                yield [*games[:i], shorter, *games[i + 1 :]]


def shorter_games(moves):
    """Yield games without some of their moves: a half, the last one, two in a row, one."""
    half = len(moves) // 2
    if half:
        yield moves[:half]
        yield moves[half:]
        yield moves[:-1]
    for i in range(len(moves) - 1):
        yield moves[:i] + moves[i + 2 :]
    for i in range(len(moves)):
        yield moves[:i] + moves[i + 1 :]
