// Minimum cost of a database: GET renders 200 rows of D1, POST inserts one.
import comments from './comments.mjs'

const TABLE = `CREATE TABLE IF NOT EXISTS c
  (id INTEGER PRIMARY KEY, q INTEGER, user TEXT, text TEXT, at INTEGER)`
const INDEX = 'CREATE INDEX IF NOT EXISTS cq ON c (q, id)'
const FILL = `INSERT INTO c (q, user, text, at)
  SELECT 1, value ->> 'user', value ->> 'text', value ->> 'at' FROM json_each(?)`
const READ = 'SELECT id, user, text, at FROM c WHERE q = 1 ORDER BY id'
const ADD = 'INSERT INTO c (q, user, text, at) VALUES (2, ?, ?, ?) RETURNING id'

const escape = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
const time = (at) => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
const item = ({ user, text, at }) =>
  `<li class="c"><b>${user}</b> <time>${time(at)}</time><p>${escape(text)}</p></li>`
const page = (rows) =>
  `<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>q</title></head><body><main><h1>q</h1><ol>${rows.map(item).join('')}</ol></main></body></html>`

async function add(request, env) {
  const { text } = await request.json()
  if (typeof text !== 'string' || text.length > 140) return new Response(null, { status: 400 })
  const { id } = await env.DB.prepare(ADD).bind('guest', text, Date.now()).first()
  return Response.json({ id })
}

export default {
  async fetch(request, env) {
    if (request.method === 'PUT') {
      const make = [TABLE, INDEX].map((sql) => env.DB.prepare(sql))
      await env.DB.batch([...make, env.DB.prepare(FILL).bind(JSON.stringify(comments))])
      return new Response(null)
    }
    if (request.method === 'POST') return add(request, env)
    const { results } = await env.DB.prepare(READ).all()
    return new Response(page(results), { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  },
}
