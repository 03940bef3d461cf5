export function showLoadFailure(): void {
  // Offline, the list already says so.
  if (document.querySelector('.load-failure, [data-shown="offline"]')) return
  const alert = document.createElement('p')
  alert.className = 'load-failure'
  alert.role = 'alert'
  alert.textContent = document.body.dataset['notLoaded'] ?? ''
  document.body.appendChild(alert)
  addEventListener('click', () => alert.remove(), { once: true })
}
