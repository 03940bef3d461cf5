import { languages } from '../../src/domain/language.ts'
export interface Picture {
  name: string
  language: string
  width: number
  scheme: string
  /** Beside the page. */
  file: string
}

const style = `
  body { margin: 2rem; background: light-dark(#e9e7de, #0a0b07); font: 14px system-ui, sans-serif }
  :root { color-scheme: light dark }
  section { margin-block: 2rem }
  h2 { position: sticky; inset-block-start: 0; margin: 0; padding-block: .5rem; background: inherit }
  .row { display: flex; gap: 1rem; align-items: start; overflow-x: auto; padding-block: .5rem }
  figure { flex: none; margin: 0 }
  img { display: block; max-inline-size: 560px; block-size: auto; box-shadow: 0 0 0 1px #8886 }
  nav { columns: 14rem }
  .failures { color: #b00 }`

const scenesOf = (pictures: Picture[]) => [...new Set(pictures.map(({ name }) => name))]

function figure({ file, language, width, scheme }: Picture): string {
  const label = `${language}, ${width} px, ${scheme}`
  return `<figure><a href="${file}"><img src="${file}" alt="${label}" width="${width}" loading="lazy"></a>
    <figcaption>${label}</figcaption></figure>`
}

function section(name: string, pictures: Picture[]): string {
  const rows = languages.map((language) => {
    const row = pictures.filter((picture) => picture.language === language)
    return `<div class="row">${row.map(figure).join('')}</div>`
  })
  return `<section id="${name}"><h2>${name}</h2>${rows.join('')}</section>`
}

/** One HTML page with all pictures, by scene; `failures` come first. */
export function galleryPage(pictures: Picture[], failures: string[]): string {
  const names = scenesOf(pictures)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Ichimon screenshots</title>
    <style>${style}</style><h1>Ichimon screenshots</h1>
    <ul class="failures">${failures.map((failure) => `<li>${failure}</li>`).join('')}</ul>
    <nav>${names.map((name) => `<a href="#${name}">${name}</a><br>`).join('')}</nav>
    ${names
      .map((name) =>
        section(
          name,
          pictures.filter((one) => one.name === name),
        ),
      )
      .join('')}</html>`
}
