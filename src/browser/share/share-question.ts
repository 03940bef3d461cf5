import { showLoadFailure } from '../dialogs/load-failure.ts'

/** The page's own question. */
const shownQuestion = () => ({
  question: document.getElementById('question')?.textContent ?? '',
})

/** Opens the dialog for the page's question, with one's own answer to it where one is given. */
export function share(shared: { questionId: string; answer?: string }): void {
  import('./share-dialog.ts')
    .then((script) => script.openShareDialog({ ...shownQuestion(), ...shared }))
    .catch(showLoadFailure)
}
