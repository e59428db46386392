// The one map of functions: what `target` of an fn row may name.
import type { FunctionCatalogue } from '../../capability/model.ts';
import { d1Query } from './d1Query.ts';
import type { FunctionModule } from './define.ts';
import { directoryList } from './directoryList.ts';
import { hash } from './hash.ts';
import { invocationsList } from './invocationsList.ts';
import { jsonQuery } from './jsonQuery.ts';
import { kvDelete } from './kvDelete.ts';
import { kvGet } from './kvGet.ts';
import { kvPut } from './kvPut.ts';
import { lastReplyOf } from './lastReplyOf.ts';
import { now } from './now.ts';
import { queueSend } from './queueSend.ts';
import { r2Get } from './r2Get.ts';
import { r2Put } from './r2Put.ts';
import { template } from './template.ts';
import { uuid } from './uuid.ts';

const ALL = [
  now,
  uuid,
  hash,
  jsonQuery,
  lastReplyOf,
  template,
  kvGet,
  kvPut,
  kvDelete,
  r2Get,
  r2Put,
  d1Query,
  queueSend,
  directoryList,
  invocationsList,
];

/** The functions by name. A Map, so that a row's `constructor` names nothing. */
export const functions: ReadonlyMap<string, FunctionModule> = new Map(ALL.map((fn) => [fn.name, fn]));

/** What the directory knows of them. */
export const functionCatalogue: FunctionCatalogue = new Map(ALL.map((fn) => [fn.name, fn.descriptor]));
