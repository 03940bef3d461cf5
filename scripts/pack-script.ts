import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import type { AstroIntegration } from 'astro'

/** Nearly all of what writing loads; `run_worker_first` in `wrangler.toml` names them as well. */
const packed = ['react', 'dialogs', 'mount-composer']

/**
 * Lays these scripts beside themselves as compressed as Brotli can: what an edge compresses while answering is a tenth
 * larger. `gateway/packed-script.ts` answers with them.
 */
export function packScripts(): AstroIntegration {
  return {
    name: 'pack-scripts',
    hooks: {
      'astro:build:done': ({ dir }) => {
        const folder = fileURLToPath(new URL('_astro/', dir))
        for (const name of packed) {
          const [file, ...others] = globSync(`${name}.*.js`, { cwd: folder })
          if (!file || others.length > 0) throw new Error(`${name} is not one file`)
          writeFileSync(`${folder}${file}.br`, brotliCompressSync(readFileSync(folder + file)))
        }
      },
    },
  }
}
