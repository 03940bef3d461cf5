// Runs right after the comments: before the first paint, puts a person's own on the right, hides those of muted people,
// folds what was reported (`stores/is-muted.ts`, `stores/reported.ts`) and says whether posts can be translated
// (`browser/translation/room-switch.ts`); remembers an early click for the page's script.
{
  const { dataset } = document.documentElement
  let listed = []
  let own = 0
  onclick = (event) => (earlyPress = event.target)
  try {
    const { Muted = sessionStorage.Muted, Reported, Read } = localStorage
    listed = `${Muted} ${Reported}`.split(' ')
    dataset.read = Read
  } catch {
    // Without storage nothing is listed.
  }
  for (const item of document.querySelectorAll('.comments>li')) {
    const { userId, commentId } = item.dataset
    if (userId === dataset.person) {
      item.dataset.own = 1
      if (++own > 2) dataset.limitReached = 1
    }
    item.hidden = listed.includes(userId)
    if (listed.includes(commentId)) item.dataset.reported = 1
  }
}
