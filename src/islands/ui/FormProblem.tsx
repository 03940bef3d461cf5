/** What is wrong with the form as a whole; always in the page, so that it is announced when it changes. */
export function FormProblem({ text }: { text: string | undefined }) {
  return (
    <p className="form-error" role="alert">
      {text}
    </p>
  )
}
