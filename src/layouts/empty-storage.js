// Where the browser forbids storage, each access to it throws: an empty one replaces it on this page, and a sentence says
// why nobody can sign in. Some browsers have `null` there.
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
