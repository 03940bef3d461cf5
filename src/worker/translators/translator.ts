import type { TranslatorName } from '../../domain/comment-translation.ts'
import type { Language } from '../../domain/language.ts'

/** The time that a translator has for one text. */
export const TRANSLATOR_TIMEOUT_MS = 6_000

/** One request to a translator. */
export interface TranslationRequest {
  /** One post. */
  text: string
  from: Language
  to: Language
}

/** A translator of the operator. */
export interface Translator {
  readonly name: TranslatorName
  /**
   * Returns the translation, which may be any text: the caller checks it.
   * @param signal ends the request
   * @throws TranslatorFault
   */
  translate(wanted: TranslationRequest, signal: AbortSignal): Promise<unknown>
}

/** A translator did not translate. The message names the problem for the log, without anything of the text. */
export class TranslatorFault extends Error {
  override readonly name = 'TranslatorFault'

  /** @param mayBeCounted whether the provider may have counted the characters */
  constructor(
    message: string,
    readonly mayBeCounted: boolean,
  ) {
    super(message)
  }
}
