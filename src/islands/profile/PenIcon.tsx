export function PenIcon() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <path
        d="M4 16l.75-3.5L13 4.25 15.75 7 7.5 15.25zM11.5 5.75l2.75 2.75"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  )
}
