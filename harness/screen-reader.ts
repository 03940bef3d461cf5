import type { Page } from 'playwright-core'

interface AxNode {
  role?: { value: string }
  name?: { value: string }
  description?: { value: string }
  value?: { value: string | number }
  properties?: { name: string; value: { value: unknown } }[]
  ignored: boolean
}

const landmarks = /^(?:banner|main|navigation|contentinfo|region|search)$/
const shownStates = ['required', 'invalid', 'checked', 'expanded', 'disabled', 'multiline']

function noteAnnouncements(): void {
  const said: string[] = []
  Object.assign(window, { said })
  const last = new WeakMap<Element, string>()
  const look = () => {
    for (const region of document.querySelectorAll('[role="status"], [role="alert"], output')) {
      const text = (region as HTMLElement).innerText?.replaceAll(/\s+/g, ' ').trim() ?? ''
      const before = last.get(region) ?? (last.has(region) ? '' : undefined)
      last.set(region, text)
      // A region inserted with its text is announced only if it is an alert.
      const isHeard = before !== undefined || region.getAttribute('role') === 'alert'
      if (isHeard && text && text !== before) said.push(text)
    }
  }
  new MutationObserver(look).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
  })
}

export type ScreenReader = Awaited<ReturnType<typeof startScreenReader>>

/** Reads what a screen reader gets: Chromium's accessibility tree and live regions. */
export async function startScreenReader(page: Page) {
  await page.addInitScript(noteAnnouncements)
  const session = await page.context().newCDPSession(page)
  await session.send('Accessibility.enable')
  const tree = async () =>
    (await session.send('Accessibility.getFullAXTree')).nodes as unknown as AxNode[]
  const property = (node: AxNode, name: string) =>
    node.properties?.find((one) => one.name === name)?.value.value

  return {
    /** The focused element as announced: `textbox "メールアドレス" required`. */
    async focus() {
      const nodes = await tree()
      const focused = nodes.filter((node) => !node.ignored && property(node, 'focused') === true)
      const node = focused.at(-1)
      if (!node) return 'nothing'
      const states = shownStates
        .map((name) => [name, property(node, name)] as const)
        .filter(([, value]) => value !== undefined && value !== false && value !== 'false')
        .map(([name, value]) => (value === true || value === 'true' ? name : `${name}: ${value}`))
      const parts = [
        node.role?.value ?? '',
        `"${node.name?.value ?? ''}"`,
        ...(node.value?.value ? [`= "${node.value.value}"`] : []),
        ...states,
        ...(node.description?.value ? [`(${node.description.value})`] : []),
      ]
      return parts.join(' ')
    },
    /** Announcements since the last call, as `says "…"`. */
    async said() {
      const texts = await page.evaluate(() =>
        (window as unknown as { said: string[] }).said.splice(0),
      )
      return texts.map((text) => `says "${text}"`)
    },
    async outline() {
      return (await tree())
        .filter(({ role, ignored }) => {
          const name = role?.value ?? ''
          return !ignored && (landmarks.test(name) || name === 'heading')
        })
        .map((node) => {
          const level = property(node, 'level')
          return `${node.role!.value}${level ? ` ${level}` : ''} "${node.name?.value ?? ''}"`
        })
    },
  }
}
