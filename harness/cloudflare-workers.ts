import { ApiFailure, jsonOf, matcher, type ApiRequest } from './cloudflare-request.ts'

export interface Uploaded {
  versionId: string
  tag: string | undefined
  bindings: Map<string, Record<string, unknown>>
  secrets: Set<string>
  uploads: number
}

/** Workers and domains of an account, stored and never run. */
export function cloudflareWorkers() {
  const workers = new Map<string, Uploaded>()
  const domains: string[] = []

  const workerOf = (name: string) => {
    const worker = workers.get(name)
    if (!worker) throw new ApiFailure(404, 10007, 'This Worker does not exist on your account.')
    return worker
  }

  async function upload(name: string, { bytes, contentType }: ApiRequest) {
    const form = await new Response(bytes as unknown as BodyInit, {
      headers: { 'Content-Type': contentType },
    }).formData()
    const metadata = JSON.parse(String(form.get('metadata'))) as {
      bindings: { name: string; type: string }[]
      annotations?: Record<string, string>
    }
    const before = workers.get(name)
    const secrets = new Set(before?.secrets)
    for (const { name: secret, type } of metadata.bindings) {
      if (type === 'inherit' && !secrets.has(secret) && !before?.bindings.has(secret))
        throw new ApiFailure(400, 10057, `inherit binding '${secret}' is invalid`)
      if (type === 'secret_text') secrets.add(secret)
    }
    const inherited = (binding: { name: string; type: string }) =>
      (binding.type === 'inherit' && before?.bindings.get(binding.name)) || binding
    workers.set(name, {
      versionId: crypto.randomUUID(),
      tag: metadata.annotations?.['workers/tag'],
      bindings: new Map(
        metadata.bindings.map((binding) => [binding.name, { ...inherited(binding) }]),
      ),
      secrets,
      uploads: (before?.uploads ?? 0) + 1,
    })
    return { id: name, startup_time_ms: 1, deployment_id: workers.get(name)!.versionId }
  }

  async function handle(request: ApiRequest): Promise<unknown> {
    const { line } = request
    const matched = matcher(request)
    let found: string[] | undefined
    if ((found = matched(/^GET \/workers\/services\/([^/]+)$/))) {
      workerOf(found[0]!)
      return { id: found[0], default_environment: { environment: 'production', script: {} } }
    }
    if ((found = matched(/^GET \/workers\/scripts\/([^/]+)\/secrets$/)))
      return Array.from(workerOf(found[0]!).secrets, (name) => ({ name, type: 'secret_text' }))
    if ((found = matched(/^GET \/workers\/scripts\/([^/]+)\/settings$/)))
      return { bindings: [...workerOf(found[0]!).bindings.values()] }
    if ((found = matched(/^GET \/workers\/scripts\/([^/]+)\/deployments$/))) {
      const { versionId } = workerOf(found[0]!)
      const created_on = new Date().toISOString()
      const versions = [{ version_id: versionId, percentage: 100 }]
      return {
        deployments: [
          {
            id: '1',
            source: 'wrangler',
            strategy: 'percentage',
            created_on,
            author_email: 'a@ichimon.example',
            annotations: {},
            versions,
          },
        ],
      }
    }
    if ((found = matched(/^GET \/workers\/scripts\/([^/]+)\/versions\/[^/]+$/))) {
      const { versionId, tag } = workerOf(found[0]!)
      const annotations = { 'workers/tag': tag }
      const metadata = {
        created_on: new Date().toISOString(),
        source: 'wrangler',
        author_email: 'a@ichimon.example',
      }
      return {
        id: versionId,
        number: 1,
        metadata,
        annotations,
        resources: { bindings: [], script: { handlers: [] }, script_runtime: {} },
      }
    }
    if (/^POST \/workers\/scripts\/[^/]+\/assets-upload-session$/.test(line))
      return { jwt: 'completed', buckets: [] }
    if ((found = matched(/^PUT \/workers\/scripts\/([^/]+)$/))) return upload(found[0]!, request)
    if (/^PUT \/workers\/scripts\/[^/]+\/domains\/records$/.test(line)) {
      domains.push(
        ...jsonOf<{ origins: { hostname: string }[] }>(request).origins.map(
          ({ hostname }) => hostname,
        ),
      )
      return []
    }
    if ((found = matched(/^GET \/workers\/workers\/([^/]+)$/))) {
      workerOf(found[0]!)
      return { name: found[0], subdomain: { enabled: true, previews_enabled: false } }
    }
    if (/^POST .*\/domains\/changeset$/.test(line))
      return { added: [], removed: [], updated: [], conflicting: [] }
    if (line === 'GET /workers/subdomain') return { subdomain: 'stand-in' }
    if (line.endsWith('/subdomain')) return { enabled: true, previews_enabled: true }
    return undefined
  }

  return { workers, domains, handle }
}
