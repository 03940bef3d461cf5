/**
 * Posts, one per line, whose language each part of the rule decides: names, loanwords, numbers, emoticons, laughter.
 * A line after `>` was written on the other language's page.
 * The rule is wrong for others, such as “NO MORE 残業”, “no more 満員電車” and “The word なつかしい”.
 */
export const japanesePosts = `
草www
ｗｗｗｗ
Starbucksの新作フラペチーノ
NetflixとYouTube
BUMP OF CHICKENの天体観測
Mr.Childrenの「終わりなき旅」
「Stand by Me」という映画です
Nintendo Switch 最高
kyou wa totemo atsui desu ne
ohayou gozaimasu
ganbatte kudasai
sushi ga tabetai
nihongo ga suki desu
konnichiwa minasan
oyasumi nasai
Natsu no owari ga suki
> 読書
> arigatou gozaimasu
Spotify
Nintendo Switch
Wi-Fi
10km
www
Let It Be が好きです
Stand by Me を歌う
A。迷わずA
> B派
> T-シャツ
I love you って言われたい
To doリストを書く派
アップルパイ with アイス
ｗ
orz
zzz…
oishii ramen tabetai
hayaoki shita
The Lion Kingを5回見た
Over the Rainbowかな
Lord of the Ringsは全部見ました
a-haのTake On Me
Thank youより「ありがとう」
to do だらけ
myブームは銭湯
> 「Let it be」を弾きたい
A
> ohayou gozaimasu
🙂
https://example.com/the-book
`
export const englishPosts = `
no idea
No idea, sorry!
hahaha
no
No.
2 dogs, 1 bed, no room
50/50
a fountain pen
a banana
> Good morning
> walking
> reading
🙂🙂
sushi
banana
木漏れ日 is beautiful
> Nope
> Maybe
Ikigai
It's mottainai to throw it away
I collect まねきねこ figures
Eating たい焼き on a cold day
カラオケ with friends
Using the particle を correctly
I still mix up は and が
When to use は
Definitely 猫
> Neither!
> My favourite word is 木漏れ日.
> 木漏れ日 is beautiful
A
www
привет
`
