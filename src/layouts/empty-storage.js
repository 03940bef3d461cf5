// Where storage is forbidden, each access throws (some browsers have `null`): an empty one replaces it, and a notice
// says why sign-in is impossible.
try {
  localStorage.key(0)
  sessionStorage.key(0)
} catch {
  class EmptyStorage {
    getItem() {
      return null
    }
    setItem() {}
    removeItem() {}
  }
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { value: new EmptyStorage() })
  document.querySelector('.no-storage')?.removeAttribute('hidden')
}
