import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import type { AstroIntegration } from 'astro'

/** What every page shares and nearly all of what writing loads; `run_worker_first` in `wrangler.toml` lists the same. */
const packed = ['shared', 'react', 'dialogs', 'composer']

/**
 * Writes a `.br` file next to each of these scripts, at Brotli's highest quality: an edge that compresses on the fly
 * sends a tenth more. `gateway/packed-script.ts` serves the files.
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
