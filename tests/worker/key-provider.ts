import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

/** Discovery document and key set over real HTTP; `isDown` responds with 500. */
export class KeyProvider {
  isDown = false
  keySetRequests = 0
  private server: Server | undefined
  private keys: { kid: string; privateKey: Key; jwk: object }[] = []

  get issuer() {
    const { port } = this.server!.address() as AddressInfo
    return `http://127.0.0.1:${port}`
  }

  async start(): Promise<this> {
    await this.addKey('first')
    this.server = createServer((request, response) => {
      const isKeys = request.url === '/keys'
      if (isKeys) this.keySetRequests++
      const body = isKeys
        ? { keys: this.keys.map(({ jwk }) => jwk) }
        : {
            issuer: this.issuer,
            authorization_endpoint: `${this.issuer}/authorize`,
            token_endpoint: `${this.issuer}/token`,
            jwks_uri: `${this.issuer}/keys`,
          }
      response.writeHead(this.isDown ? 500 : 200, { 'Content-Type': 'application/json' })
      response.end(this.isDown ? 'down' : JSON.stringify(body))
    })
    await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve))
    return this
  }

  async addKey(kid: string): Promise<Key> {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
    this.keys.push({
      kid,
      privateKey,
      jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' },
    })
    return privateKey
  }

  key(kid = 'first'): Key {
    return this.keys.find((key) => key.kid === kid)!.privateKey
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections()
    await new Promise((resolve) => this.server?.close(resolve))
  }
}
