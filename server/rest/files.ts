import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import express, { type Request, type Response, type Router } from 'express';
import { DecodingInterrupted, ImagingError } from '#ml/index.ts';
import type { AppContext } from '#server/app-context.ts';
