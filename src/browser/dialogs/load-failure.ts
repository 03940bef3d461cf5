export function showLoadFailure(): void {
  if (document.querySelector('.load-failure')) return
  const alert = document.createElement('p')
  alert.className = 'load-failure'
  alert.role = 'alert'
  alert.textContent = document.body.dataset['notLoaded'] ?? ''
  document.body.appendChild(alert)
  addEventListener('click', () => alert.remove(), { once: true })
}
