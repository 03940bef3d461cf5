import { Form, type Problems, useForm } from './Form.tsx'

export type Run = (data: FormData) => Promise<Problems | void> | void

/** A button that acts at once, and its problem. */
export const PressForm = ({ text, run }: { text: string; run: Run }) => (
  <Form form={useForm(async (data) => (await run(data)) ?? {})} submit={text} tone="quiet" />
)
