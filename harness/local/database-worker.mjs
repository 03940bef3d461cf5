// Executes the statements of `direct-database.ts` on a D1 binding.
const valueOf = (value) =>
  value?.base64 === undefined ? value : Uint8Array.from(atob(value.base64), (c) => c.charCodeAt(0))

export default {
  async fetch(request, env) {
    const { binding, script, statements } = await request.json()
    const db = env[binding]
    const prepared = ({ sql, values }) => db.prepare(sql).bind(...values.map(valueOf))
    try {
      const results =
        script === undefined ? await db.batch(statements.map(prepared)) : await db.exec(script)
      return Response.json({ results })
    } catch (error) {
      return Response.json({ error: error.message })
    }
  },
}
