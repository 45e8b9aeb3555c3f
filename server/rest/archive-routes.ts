import type { Readable } from 'node:stream';
import express, { type Request, type Router } from 'express';
import { ImagingError } from '#ml/index.ts';
