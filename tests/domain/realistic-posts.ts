/**
 * Realistic posts, one per line, with names, loanwords, numbers, URLs, emoticons and laughter that make detection hard.
 * A line after `>` was written on the other language's page.
 */
export const japanesePosts = `
朝いちばんのコーヒーです。
窓を開けること。
二度寝
布団から出られない…
おはようございます！今日もいい天気ですね。
猫に起こされる毎日です🐱
うちの犬の名前はチョコです。
散歩
読書
一期一会
温故知新
初志貫徹
東京
京都駅
北海道
天気晴朗
早起
深夜特急
銀河鉄道
満員電車
草
草www
それなwww
めっちゃわかるw
笑った🤣
ｗｗｗｗ
大爆笑
カレーライス
ラーメン
ピアノ
アイスクリーム🍦
スマホ
コンビニのおにぎり
セブンのコーヒーゼリー
スタバの新作
Starbucksの新作フラペチーノ
iPhoneの充電器をいつも忘れます
YouTubeでlofi hip hop radioを聴きながら寝る
NetflixとYouTube
Netflixで韓国ドラマを一気見
TwitterがXになったこと
LINEの通知音
Wi-Fiが切れたとき
BTSのLove Yourselfをずっと聴いています
BUMP OF CHICKENの天体観測
Mr.Childrenの「終わりなき旅」
「Let it be」を弾けるようになりたい
「Stand by Me」という映画です
『The Little Prince』を原書で読む
映画「Back to the Future」を家族で見た日
Good morning！今日も一日がんばりましょう
今日はhappyな気分
今日は happy
NO MORE 残業
PC作業の合間のストレッチ
DIYで棚を作りました
BBQの火おこし
JRの車内アナウンス
NHKのラジオ体操
TVを消すこと
ATMの列に並ぶ時間
SNSを見ない日
QRコードで支払うのが苦手です
3時のおやつ
7時起床
毎朝6:30に起きて5km走ります
1日1万歩
100円ショップ
2025年の夏
10分だけ
24時間営業のうどん屋
5階の屋上
体重が-3kgになった日
気温38℃の帰り道
8/15の花火
№1より、もともと特別なオンリーワン
祖母の梅干し
母のたまごやき
父の背中
弟とゲーム
佐藤さんのお土産
山田くんの冗談
ゆうちゃんと公園に行くこと
Kenさんに教わった料理
Mikaちゃんの笑顔
田中先生
祖父の形見の時計
夫婦でドライブ
友達の結婚式のスピーチ
妹から届いた絵はがき
娘が描いた似顔絵です
息子の「いってきます」
孫の運動会
銭湯の富士山
富士山
琵琶湖の夕日
瀬戸内の島めぐり
青春18きっぷの旅
夜行バスで見た朝焼け
沖縄の海🏖️
箱根で温泉♨️
金木犀の香り
雨の匂い☔
焼きたてのパンの匂い
線香花火
蝉の声
こおろぎ
春は曙
桜🌸
紅葉狩り🍁
初雪！
梅雨明け
お正月のおせち
年越しそば
節分の豆まき
七夕の短冊
お盆の迎え火
大掃除がまだ終わりません
こたつでみかん
味噌汁
納豆ごはん
卵かけごはんは、しょうゆ少なめで。
たこ焼きパーティー
餃子と白いごはん
きのこの山よりたけのこの里
唐揚げにレモンはかけない派です
コーヒー派
紅茶派です。ミルク多め。
麦茶
抹茶ラテ
クリームソーダの緑色
駄菓子屋のくじ
給食の揚げパン
ポテトチップスのり塩
柿の種
冷やし中華はじめました
深夜のカップ麺
ハンバーグ！！！
うなぎ
寿司🍣
焼肉
とりあえず生
お酒は飲めません
ノンアルで乾杯
推しのライブ
推し活
アニメの最終回
ジブリ
となりのトトロ
ドラえもんのどこでもドア
ポケモン赤・緑
スーパーファミコン
マリオカート
将棋
囲碁
麻雀
折り紙
編み物
刺しゅう
カメラ片手に散歩
一眼レフ
ギターのFコード
ピアノで「エリーゼのために」
合唱コンクール
吹奏楽部でした
カラオケで80年代
鼻歌
口笛
深呼吸
瞑想10分
ヨガ
筋トレ
ランニング🏃
サウナで、ととのう
昼寝
ぼーっとする
何もしないをする
空を見上げる
雲をながめる
星座を探す
流れ星
月がきれいですね
満月🌕
虹
朝焼け
夕焼け小焼け
電車の窓側
改札でICカードが鳴る
終電を逃した夜
遅刻ギリギリ
残業なしの金曜日
会議が早く終わった
給料日
有給
リモートワーク
出張先の朝ごはん
名刺を切らした
上司のダジャレ
「お疲れさま」のひとこと
ありがとう
ありがとうございます😊
ごめんね
またね
いただきます
行ってきます。
ただいま
おかえりと言ってもらえること
だいじょうぶ
なんとかなる
ドンマイ
がんばれ自分
えっ、もう12月？
うーん…むずかしい
わからない
特になし
内緒です
秘密
ふつう
まあまあ
（笑）
笑
泣いた😭
わーい＼(^o^)／
やったー(≧∇≦)
眠い(-_-)zzz
ねむい…Zzz
つらたん(´；ω；\`)
がんばるぞ٩( 'ω' )و
最高！！
最高かよ
エモい
やばい
えぐい
まじで？
まじかー
ワロタ
それな
わかりみが深い
ﾃｽﾄ
ﾊﾟﾝ
ﾗｰﾒﾝ大好き
ＪＲの駅
ＯＫです
OK です
OKグーグル
Google マップなしで歩く
Amazonの箱
Nintendo Switch 最高
Suica のペンギン
Tシャツ
Yシャツのアイロンがけ
Uターン
X線
Z世代です
https://example.com/neko この記事が好きです
@hanako さんのおすすめ
#朝活 はじめました
hanako@mail.example に送ってください
kyou wa totemo atsui desu ne
ohayou gozaimasu
otsukaresama desu!
itadakimasu
Arigatou!
sugoi
ganbatte kudasai
mata ashita ne
sushi ga tabetai
nihongo ga suki desu
konnichiwa minasan
oyasumi nasai
Natsu no owari ga suki
> おはよう
> 読書
> 日本の夏が好きです
> ラーメンと餃子
> 木漏れ日
> 一番好きな言葉は「ありがとう」
> YouTubeで英語の勉強をしています
> わたしはTokyoに住んでいます
> 漢字
> ねこ🐈
> arigatou gozaimasu
> tanoshii deshita
Spotify
Nintendo Switch
Harry Potter
iPhone
PS5
BTS
Wi-Fi
🙂🙂
👍
😂😂😂
❤️
♪♪♪
…
？？？
100%
12:30
3,000
42
10km
(^_^)
(T_T)
¯\\_(ツ)_/¯
www
wwww
OK
888888
！！！
アラームを3回止めてからやっと起きる
まずスマホで天気を見ます
コーヒーを淹れる音
母の味噌汁
Spotifyで朝のプレイリストを流す
Mr.Childrenの「HANABI」かな
The Beatles の Let It Be を聴くと落ち着く
Let It Be が好きです
Stand by Me を歌う
Harry Potter の世界に住みたい
A。迷わずA
Aです
> B派
どちらかというとA
レコードのA面
> T-シャツ
窓側一択
Game of Thrones にはまってる
Back to the Future の車に乗りたい
switch2ほしい
iPadでお絵かき
YouTube見ながら寝落ち
LINEスタンプ
Wi-Fiがつながらないとき
One Piece全巻
I love you って言われたい
my favorite は抹茶アイス
Good morning って言う
今日はoffです
To doリストを書く派
アップルパイ with アイス
Happy birthday の歌を歌われるのが苦手
ｗ
orz
zzz…
7:30に家を出る
UNIQLOのヒートテック
JRの発車メロディ
SLに乗った
pH試験紙
Xで見た
thank you と言われるとうれしい
sorry が先に出る
kawaii mono
oishii ramen tabetai
hayaoki shita
(*^_^*)
ﾈｺ
Queenの We Will Rock You で目が覚める
The Lion Kingを5回見た
Over the Rainbowかな
Lord of the Ringsは全部見ました
Bill Evans の Waltz for Debby をかける
クリスマスは Love Actually と決めている
You're Beautifulっていう曲
AI
Aさんに借りた傘
B'zのultra soul！
XLのパーカー
Sサイズ
A型だけど部屋は散らかってる
a-haのTake On Me
「I'm fine」しか言えなかった
英語で It's up to you がかっこいいと思う
Thank youより「ありがとう」
See you again は別れの言葉なのに好き
no more 満員電車
yes/noで答える
to do だらけ
myブームは銭湯
`
export const englishPosts = `
A walk by the river.
Coffee, always coffee.
My grandmother's apple pie.
Reading in bed with the window open
I'd sleep.
Sleep!
Sleeping in on Sundays
tea
Tea with milk, no sugar
chocolate
bread and butter
Toast 🍞
pizza 🍕
fish and chips
a good book
Books.
music
Singing in the shower 🚿
whistling
laughing until it hurts
my dog
My cat, who thinks she owns the house.
Our old dog Biscuit
dogs > cats
Cats. Obviously.
the sea
the smell of rain
rain on the roof
Fresh snow
autumn leaves 🍁
Sunsets 🌅
sunrise over the harbour
stars
The moon last night was huge!
the sound of waves
Birdsong at 5am
quiet
silence
Nothing at all.
Nothing
no idea
No idea, sorry!
I don't know ¯\\_(ツ)_/¯
lol
lol same
haha yes
hahaha
omg yes
yes
Yes!
no
No.
maybe
Maybe tomorrow.
never
always late
not telling :)
It's a secret
Me too
same here
so true
Good question
good morning everyone
Good night
thank you
Thanks 🙏
Thank you so much!!
Sorry, mum.
hello
Hello from Leeds
Hi there 👋
Love this
love it ❤️
I love ramen
I love ramen more than anything
Sushi for breakfast in Tokyo
sushi with my sister
I love saying itadakimasu before meals
My favourite Japanese word is komorebi.
My favourite word is 木漏れ日.
I learned the word 木漏れ日 today
I can't live without おにぎり
We went to 渋谷 and 新宿 with my mum
"お疲れ様" has no English equivalent
The sign said 出口 and I walked the wrong way
Studying 日本語 on the train
I say いただきます at every meal now
My tattoo says 一期一会 (once in a lifetime)
What does 草 mean in these posts?
おはよう everyone! Have a nice day
my friend Yuki's laugh
Kenji taught me to cook rice
Haruki Murakami on a rainy day
Watching Totoro with the kids
Studio Ghibli films on a Sunday
playing Mario Kart with my brother
I was good at Pokémon Red
Netflix and a blanket
The Beatles, every single time
Let it be
Bohemian Rhapsody at full volume
Learning the guitar at 60
my mum's voice on the phone
Dad's terrible jokes
grandad's shed
my sister's cooking
our wedding day
The birth of my son
holding my granddaughter's hand
old friends
an old friend called out of the blue
letters
handwritten letters
Postcards from my aunt
a text from my daughter
my bike 🚲
Riding my bike to work
the 7:42 to Paddington
running 5k before breakfast
10 minutes of doing nothing
10,000 steps a day
3 cups of tea before 9am
2 dogs, 1 bed, no room
100 press-ups (I managed 12)
in 1999
The summer of 1976
24 hours without my phone
£5 and a bus pass
50/50
A warm bath
clean sheets
Fresh sheets and an open window
hot water bottle
wool socks 🧦
My grandfather's watch
a fountain pen
sharp pencils
an empty inbox
Wi-Fi that works
When the Wi-Fi comes back
YouTube videos of trains
Spotify playlists from 2012
I left Twitter and never looked back
My phone's torch
turning my phone off
IKEA instructions
Google Maps sent me into a field
Amazon boxes everywhere
NHS nurses
BBC Radio 4 in the kitchen
TV off, lamp on
DIY
PE lessons, definitely
home
Home.
going home
coming home to a warm kitchen
Mashed potatoes
tomato soup
banana bread
a banana
Marmite. Fight me.
cheese on toast
porridge with honey
Curry on a Friday
leftovers
Grandma's kimchi
a proper croissant
Café au lait in Paris
crème brûlée
jalapeños
a glass of wine
beer garden, sunshine, friends
gin & tonic
my garden
tomatoes I grew myself
weeding
Planting bulbs in November
Bees
the blackbird outside my window
foxes at midnight
horses
My tortoise is older than me
fog
wind
thunderstorms!
Snow day
Frost on the window
spring
the first warm day of spring
long summer evenings
Christmas Eve
Boxing Day walks
New Year's Day swim
Halloween
my birthday
Mondays
Friday afternoon
payday
early
Being early for once
late trains
cancelled plans
a meeting that ends early
the last page of a good book
finding a tenner in my coat
losing my keys again
parallel parking
tying my shoelaces
swimming
chess
knitting
crosswords
painting badly
dancing in the kitchen
yoga, but only the lying down part
saying no
being kind
kindness
patience
Hope
courage
curiosity
don't panic
be yourself
one day at a time
keep going
you've got this 💪
This too shall pass.
To be or not to be
If only I knew!
Why not?
who knows
where do I start?
What a question
Can I say all of them?
I would ask for one more day.
He would have hated it.
She taught me to read.
They were right.
It was raining and we didn't care.
That's easy: my mum.
see https://example.com/cats for my answer
@sam what do you think?
#blessed but honestly just tired
mail me at sam@mail.example
> Good morning
> a walk in the park
> I love Japan
> I'm learning Japanese, slowly
> the smell of tatami
> Coffee and a book
> my mother's hands
> Thank you for the question
> walking
> The trains here are never late
> reading
> It reminds me of home
Spotify
Nintendo Switch
Harry Potter
iPhone
PS5
Tesco
Wi-Fi
🙂🙂
👍
😂😂😂
❤️
...
???
100%
12:30
42
10km
(^_^)
:)
OK
ramen
sushi
matcha
banana
!!!
Snooze, snooze, then panic
A playlist I made years ago
Here Comes the Sun
Definitely A
A, no question
A
Option B
Window
Dogs
Tea, always
Coffee!
Onigiri from the konbini
My favourite is 抹茶 ice cream
木漏れ日 is beautiful
いただきます is my favourite phrase
I say いただきます before every meal
I learned the word 木漏れ日 this week
The word なつかしい
"なつかしい" has no English equivalent
Spirited Away
half past six
10/10
same
> Nope
> Maybe
> Nothing at all
Rainy Sundays
Zzz...
To be honest, nothing
ame no oto, the sound of rain
Ikigai
wabi-sabi
It's mottainai to throw it away
kawaii things
My neighbour taught me to say おはよう
おはよう to everyone on my street
I collect まねきねこ figures
Making 味噌汁 from scratch
お好み焼き, but the Hiroshima kind
The kanji 森 because it looks like a forest
I always forget how to write 鬱
Eating たい焼き on a cold day
The smell of 畳 in summer
My host mother's カレー
カラオケ with friends
Watching 紅白 with my family
I like the word "もったいない"
Using the particle を correctly
I still mix up は and が
When to use は
Sitting on the 縁側 with tea
Definitely 猫
A nap
Vitamin C and sleep
I'm a B person
I
Both
> Neither!
idk
It depends...
`
