// Runs right after the comments: before the first paint, puts a person's own on the right, hides those of muted people
// and folds what was reported (`stores/muted.ts`, `stores/reported.ts`); remembers an early click for the page's script.
{
  const { dataset } = document.documentElement
  const own = document.querySelectorAll(`[data-user-id="${dataset.person}"]`)
  for (const item of own) item.dataset.own = ''
  if (own[2]) dataset.limitReached = ''
  addEventListener('click', (event) => {
    window.earlyPress = event.target
  })
  try {
    const { Muted = sessionStorage.Muted, Reported } = localStorage
    const listed = `${Muted} ${Reported}`.split(' ')
    for (const item of document.querySelectorAll('.comments>li')) {
      item.hidden = listed.includes(item.dataset.userId)
      if (listed.includes(item.dataset.commentId)) item.dataset.reported = ''
    }
  } catch {
    // Without storage nothing is listed.
  }
}
