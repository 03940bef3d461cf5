// Stand-in for Workers AI: `AI` is bound to this entrypoint, with the real method's signature.
import { WorkerEntrypoint } from 'cloudflare:workers'

export class WorkersAi extends WorkerEntrypoint {
  async run(model, { text, source_lang: from, target_lang: to }) {
    if (model !== '@cf/meta/m2m100-1.2b' || !from) throw new Error(`5007: No such model ${model}`)
    if (text.includes('no capacity')) throw new Error('3040: Capacity temporarily exceeded')
    if (text.includes('queued')) return { request_id: 'r1' }
    return { translated_text: `[${to}] ${text}` }
  }
}

export default { fetch: () => new Response(null, { status: 404 }) }
