import '../../browser/reading/day-countdown.ts'
import { cameFromSite } from '../../browser/came-from-site.ts'
import { startChat } from '../chat/page/start.ts'
import { fitTexts } from '../../browser/reading/fit-text.ts'
import { startReadingPage } from '../reading-page.ts'

startReadingPage()
startChat()

const commentList = document.querySelector<HTMLElement>('.comment-list')
if (commentList) fitTexts(commentList)

// Back links lead one step back in the history when the previous page is one of this site.
document.addEventListener('click', (event) => {
  const isBack = event.target instanceof Element && event.target.closest('[data-back]')
  if (!isBack || !cameFromSite()) return
  event.preventDefault()
  history.back()
})
