import { wakeChat } from './wake.ts'

/**
 * Loads the whole comment list for printing. Printing by Ctrl + P waits for it; printing from the browser's menu cannot
 * wait, and `.print-note` says that earlier posts are missing.
 */
export function printAll(list: HTMLElement): void {
  const isComplete = () => list.querySelector<HTMLElement>('.earlier')!.hidden === true
  const loadAll = async () => {
    const chat = isComplete() ? undefined : await wakeChat().catch(() => undefined)
    while (!isComplete() && (await chat?.loadEarlier()));
  }
  addEventListener('beforeprint', () => void loadAll())
  addEventListener('keydown', async (event) => {
    const { key, ctrlKey, metaKey } = event
    if (key !== 'p' || !(ctrlKey || metaKey) || isComplete()) return
    event.preventDefault()
    await loadAll()
    print()
  })
}
