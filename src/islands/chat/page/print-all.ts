import { wakeChat } from './wake.ts'

/**
 * Loads the whole list for printing. Ctrl+P waits for it; the browser's menu cannot, so
 * `.print-note` says that posts are missing.
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
