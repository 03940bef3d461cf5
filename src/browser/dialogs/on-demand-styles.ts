import address from '../../styles/on-demand.css?url'

const LOAD_TIMEOUT_MS = 3_000

let loading: Promise<void> | undefined

/** Settles on load, failure or timeout: the elements work unstyled. */
export function loadStyles(): Promise<void> {
  loading ??= new Promise((resolve) => {
    if (document.querySelector('.form-page')) return resolve()
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      loading = undefined
      link.remove()
      resolve()
    })
    document.head.appendChild(link)
    setTimeout(resolve, LOAD_TIMEOUT_MS)
  })
  return loading
}
