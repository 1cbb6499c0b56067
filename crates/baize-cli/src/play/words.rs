//! The words around a board.

use baize_rules::{Language, Outcome, Say, Seat, say};
use std::fmt;

/// The ASCII form of a sign in the games' texts, for terminals that have nothing else.
pub(super) fn in_ascii(sign: char) -> Option<char> {
    Some(match sign {
        '♠' => 's',
        '♥' => 'h',
        '♦' => 'd',
        '♣' => 'c',
        '→' => '>',
        '•' => '.',
        '←' => '<',
        '°' | '…' => ' ',
        _ => return None,
    })
}

/// How a game ended. The board's own words say why.
pub(super) struct Ended<'a>(pub(super) &'a Outcome);

impl Say for Ended<'_> {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outcome = self.0;
        if language == Language::English {
            return write!(f, "{outcome}");
        }
        let told = |seat: Seat| seat.told_in(language).to_string();
        let winners = outcome.winners.iter().map(told).collect::<Vec<_>>().join("、");
        if winners.is_empty() {
            say!(f, language, "", "引き分け", "和局")?;
        } else {
            say!(f, language, "", "{winners}の勝ち", "{winners} 獲勝")?;
        }
        let scores = outcome.scores.iter().map(ToString::to_string).collect::<Vec<_>>().join("：");
        say!(f, language, "", "（{scores}）", "（{scores}）")
    }
}

/// The screen's words in one language.
pub(super) struct Words {
    pub(super) moves: &'static str,
    pub(super) log: &'static str,
    pub(super) help: &'static str,
    pub(super) over: &'static str,
    pub(super) keys: &'static str,
    pub(super) leave: &'static str,
    pub(super) leave_kept: &'static str,
    pub(super) pool_keys: &'static str,
    pub(super) place_keys: &'static str,
    pub(super) nothing_to_undo: &'static str,
    pub(super) shown_since: &'static str,
    pub(super) taken_back: &'static str,
    pub(super) asked: &'static str,
    pub(super) waiting: &'static str,
    pub(super) away: &'static str,
    pub(super) elsewhere: &'static str,
    pub(super) agree: &'static str,
    pub(super) lobby: &'static str,
    pub(super) begin: &'static str,
    pub(super) no_advice: &'static str,
    pub(super) hint: &'static str,
    pub(super) hand_over: &'static str,
    pub(super) aim: &'static str,
    pub(super) speed: &'static str,
    pub(super) spin: &'static str,
    pub(super) push: &'static str,
    pub(super) help_text: &'static str,
    /// Before the names of the others.
    pub(super) with: &'static str,
    /// A person without a name; the number follows.
    pub(super) player: &'static str,
    /// After a person's name.
    pub(super) thinks: &'static str,
    pub(super) hurry: &'static str,
    pub(super) asks_draw: &'static str,
    pub(super) wants_again: &'static str,
    /// What can be typed without a screen.
    pub(super) lines_help: &'static str,
    /// After a person's name, before what can be typed.
    pub(super) can_play: &'static str,
}

impl Words {
    pub(super) const fn of(language: Language) -> &'static Words {
        match language {
            Language::English => &ENGLISH,
            Language::Japanese => &JAPANESE,
            Language::Chinese => &CHINESE,
        }
    }
}

const ENGLISH: Words = Words {
    moves: "Moves",
    log: "Log",
    help: "Help",
    over: "The game is over. r plays again  Esc leaves",
    leave: "The game is lost if you leave.\nEnter or y leaves, any other key stays.",
    leave_kept: "The game is kept: you can come back and go on (baize play --resume).\nEnter or y leaves, any other key stays.",
    keys: "Arrows choose  Enter plays  Tab board/moves  ? help  Esc leaves",
    pool_keys: "Arrows aim and speed  [ ] - = spin  ! push-out  Enter shoots  ? help",
    place_keys: "Arrows move the cue ball (Shift: fine)  Enter places it  ? help",
    nothing_to_undo: "There is nothing to take back.",
    shown_since: "Something hidden was shown since; that cannot be taken back.",
    taken_back: "Taken back.",
    asked: "The others are asked.",
    waiting: "Waiting for",
    away: "No connection; trying again.",
    elsewhere: "This seat is open in another window too.",
    agree: "asks to take back: type agree or decline.",
    lobby: "Press Enter when you are ready, or type quit.",
    begin: "The game begins when everybody is ready.",
    no_advice: "There is no advice against people.",
    hint: "Hint:",
    hand_over: "Pass the screen on. Press Enter when only this seat is looking:",
    aim: "Aim",
    speed: "speed",
    spin: "spin",
    push: "push-out",
    help_text: "Arrow keys     move over the board or the list of moves
Tab            changes between board and moves
Enter          plays what is chosen, or what was typed
+              puts a card of the hand into the typed line
Mouse          chooses; a second click plays
Typing         any move as listed: f5, b3-b4, b3?, laydown \"1,2,3\"
PgUp, PgDn     scroll a table that is longer than the screen
F2 or hint     what a computer player would do
F3 or undo     takes back your last move
F4 or log      everything that happened
? or F1        this help; any key closes it
Space          hurries a computer player
r or again     another game, when one is over
Esc or quit    leaves, after a question
Ctrl-U, Ctrl-Z clears the typed line; puts the program aside",
    with: "with",
    player: "Player",
    thinks: "is thinking…",
    hurry: "Space hurries",
    asks_draw: "offers a draw: type agree or decline.",
    wants_again: "wants another game: r plays again.",
    lines_help: "Type a move from the list, `undo` to take back your last one, `hint` for advice, `log` for what happened, \
`resign` to give up, `again` for another game when one is over, `?` for this help, `quit` to stop.",
    can_play: "can play:",
};

const JAPANESE: Words = Words {
    moves: "できること",
    log: "記録",
    help: "ヘルプ",
    over: "対局が終わりました。r：もう一局  Esc：終了",
    leave: "終了すると対局は失われます。\nEnterかyで終了、ほかのキーで続けます。",
    leave_kept: "対局は保存されています（baize play --resume で続きから）。\nEnterかyで終了、ほかのキーで続けます。",
    keys: "矢印：選ぶ  Enter：決定  Tab：盤／一覧  ?：ヘルプ  Esc：終了",
    pool_keys: "矢印：狙いと強さ  [ ] - =：撞点  !：プッシュアウト  Enter：撞く  ?：ヘルプ",
    place_keys: "矢印：手球を動かす（Shift：細かく）  Enter：置く  ?：ヘルプ",
    nothing_to_undo: "取り消せる手がありません。",
    shown_since: "伏せていたものが公開されたため、「待った」はできません。",
    taken_back: "取り消しました。",
    asked: "相手に確認しています。",
    waiting: "待っています：",
    away: "接続が切れました。再接続しています。",
    elsewhere: "この席は別のウィンドウでも開かれています。",
    agree: "が待ったを求めています：agree か decline と入力。",
    lobby: "準備ができたらEnter（やめるときは quit）。",
    begin: "全員の準備ができると始まります。",
    no_advice: "人との対局ではヒントはありません。",
    hint: "ヒント：",
    hand_over: "画面を渡してください。この席の人だけが見ていればEnter：",
    aim: "狙い",
    speed: "強さ",
    spin: "撞点",
    push: "プッシュアウト",
    help_text: "矢印キー       盤または一覧の上を動く
Tab            盤と一覧を切り替える
Enter          選んだ手、または入力した手を決定
+              手札の番号を入力行に入れる
マウス         選ぶ。もう一度で決定
入力           一覧のとおりに：f5、b3-b4、b3?、laydown \"1,2,3\"
PgUp, PgDn     画面より長い盤面を送る
F2 / hint      コンピューターの提案
F3 / undo      直前の自分の手を取り消す
F4 / log       これまでの記録
? / F1         このヘルプ（どのキーでも閉じる）
スペース       コンピューターを急がせる
r / again      終局後にもう一局
Esc / quit     確認のうえ終了
Ctrl-U, Ctrl-Z 入力を消す、一時停止",
    with: "相手：",
    player: "プレイヤー",
    thinks: "が考えています…",
    hurry: "スペースで急がせる",
    asks_draw: "が引き分けを提案しています：agree か decline と入力。",
    wants_again: "がもう一局を希望しています：r でもう一局。",
    lines_help: "一覧から手を入力します。`undo` は待った、`hint` は助言、`log` は記録、`resign` は投了、`again` は終局後にもう一局、`?` はこの説明、`quit` で終了。",
    can_play: "の選択肢：",
};

const CHINESE: Words = Words {
    moves: "可走",
    log: "紀錄",
    help: "說明",
    over: "對局結束。r：再來一局  Esc：離開",
    leave: "離開後這一局就沒有了。\n按 Enter 或 y 離開，按其他鍵繼續。",
    leave_kept: "這一局已保存，可用 baize play --resume 繼續。\n按 Enter 或 y 離開，按其他鍵繼續。",
    keys: "方向鍵：選擇  Enter：確認  Tab：棋盤／清單  ?：說明  Esc：離開",
    pool_keys: "方向鍵：瞄準與速度  [ ] - =：擊球點  !：推桿  Enter：出桿  ?：說明",
    place_keys: "方向鍵：移動母球（Shift：微調）  Enter：擺放  ?：說明",
    nothing_to_undo: "沒有可以悔的棋。",
    shown_since: "已有資訊公開，無法悔棋。",
    taken_back: "已收回。",
    asked: "正在徵求對方同意。",
    waiting: "等待",
    away: "連線中斷，正在重新連線。",
    elsewhere: "這個座位也在另一個視窗開著。",
    agree: "想悔棋：請輸入 agree 或 decline。",
    lobby: "準備好請按 Enter，離開請輸入 quit。",
    begin: "所有人準備好後開始。",
    no_advice: "與人對局時沒有提示。",
    hint: "建議：",
    hand_over: "請把畫面交給下一位。只有這個座位在看時按 Enter：",
    aim: "瞄準",
    speed: "速度",
    spin: "擊球點",
    push: "推桿",
    help_text: "方向鍵         在棋盤或清單上移動
Tab            切換棋盤與清單
Enter          確認選擇或輸入的一手
+              把手牌的號碼放進輸入列
滑鼠           選擇，再點一次確認
輸入           依清單的寫法：f5、b3-b4、b3?、laydown \"1,2,3\"
PgUp, PgDn     捲動比畫面長的牌桌
F2 或 hint     電腦的建議
F3 或 undo     收回你的上一手
F4 或 log      全部紀錄
? 或 F1        這份說明，按任意鍵關閉
空白鍵         催促電腦
r 或 again     終局後再來一局
Esc 或 quit    詢問後離開
Ctrl-U, Ctrl-Z 清除輸入、暫停程式",
    with: "對手：",
    player: "玩家",
    thinks: "正在思考…",
    hurry: "按空白鍵加快",
    asks_draw: "提議和棋：請輸入 agree 或 decline。",
    wants_again: "想再來一局：按 r 再來一局。",
    lines_help: "輸入清單中的一手；`undo` 悔棋，`hint` 建議，`log` 紀錄，`resign` 認輸，`again` 終局後再來一局，`?` 說明，`quit` 離開。",
    can_play: "可以：",
};
